import { expect, test } from 'vitest';
import { createPseudonyms } from '../pseudonyms.ts';

test('counts of people stay, whatever their columns are called', () => {
  const titles = 'user,user_input_tokens,user requests,Members,User Total Tokens,account';
  const csv = `${titles}\nalice,120,7,12,"1,240",4711\nbob,5,1,3,6,4712\n`;
  const hidden = Buffer.from(createPseudonyms(Buffer.from('salt')).body(Buffer.from(csv))).toString();
  const rows = hidden.split('\n').map((row) => row.split(',').slice(1, -1).join());
  expect(rows.slice(1, 3)).toEqual(['120,7,12,"1,240"', '5,1,3,6']);
  expect(hidden).not.toMatch(/alice|bob|471[12]/);
});

test.each([
  ['a cell with a line break begins like a header', '"Contact\nCloud",Bartholomew,9\nOffice,Bartholomew,3\n'],
  ['another table follows', '\nContact,user_name,requests\nOffice,Bartholomew,3\n'],
])('people are found where %s', (_, rows) => {
  const csv = `team,user_name,requests\nOffice,Bartholomew,7\n${rows}`;
  for (const size of [1, 7, csv.length]) {
    const filter = createPseudonyms(Buffer.from('salt')).filter({ people: true, names: true, data: true });
    const pieces = csv.match(new RegExp(`[^]{1,${size}}`, 'g'))!;
    const hidden = [...pieces.map((piece) => filter.push(Buffer.from(piece))), filter.end()].join('');
    expect(hidden).not.toContain('Bartholomew');
    expect(hidden).toHaveLength(csv.length);
  }
});
