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
  ['every day has a column', 'user_name,2026-10-16,2026-10-17\nBartholomew,3,4\n'],
  ['a caption precedes the header', 'Usage report\nName,Total\nBartholomew,1357490\n'],
  ['a caption precedes columns by day', 'Usage report\nuser_name,2026-10-16\nBartholomew,3\n'],
  [
    'comments precede the header',
    '# made today\n# columns\nname,date,total_tokens\nBartholomew,2026-10-16,3\n',
  ],
  ['the second table has names', 'model,requests\nsmall,3\n\nName,Total Tokens\nBartholomew,3\n'],
])('names are found where %s', (_, csv) => {
  const hidden = Buffer.from(createPseudonyms(Buffer.from('salt')).body(Buffer.from(csv))).toString();
  expect(hidden).not.toContain('Bartholomew');
  expect(hidden.replace(/\b[A-Za-z]{11}\b/, 'Bartholomew')).toBe(csv);
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

test.each([
  'Nutzername',
  "Nom de l'utilisateur",
  'Gebruiker',
  'Användare',
  'Utente',
  'Used by',
  'Team Member',
  '用户',
  'ユーザー名',
  'Пользователь',
])('people are found in a column that is called %s', (title) => {
  const csv = Buffer.from(`${title},model,requests\nBartholomew,small,3\n`);
  const hidden = Buffer.from(createPseudonyms(Buffer.from('salt')).body(csv)).toString();
  expect(hidden).toMatch(new RegExp(`^${title},model,requests\n(?!Bartholomew)[A-Za-z]{11},small,3\n$`));
});

test.each(['Total', 'Grand Total:', 'Gesamt', '合計', 'Итого'])(
  'a row of totals names no one: %s',
  (word) => {
    const csv = Buffer.from(`user_name,requests\nBartholomew,3\n${word},3\n`);
    const hidden = Buffer.from(createPseudonyms(Buffer.from('salt')).body(csv)).toString();
    expect(hidden.split('\n')[2]).toBe(`${word},3`);
  },
);
