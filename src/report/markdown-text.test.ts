import { describe, expect, it } from 'vitest';
import { code, text } from './markdown-text.ts';

/** What GitHub finds in rendered text: it knows nothing of the backslashes and entities that the text was written with. */
const REFERENCES = {
  mention: /@[a-z\d]/i,
  issue: /#\d/,
  ticket: /[a-z]-\d/i,
  advisory: /GHSA-/i,
  address: /(?:https?|ftp|mailto|xmpp):[\w/]/i,
  www: /www\./i,
  commit: /(?<![\da-f])[\da-f]{7,40}(?![\da-f])/i,
  emoji: /:[\w+-]+:/,
};

/** The text of a paragraph as shown, without code, which contains no links. */
function shown(markdown: string): string {
  return markdown
    .replace(/(?<!\\)(`+)(?!`)[\s\S]*?(?<!`)\1(?!`)/g, '')
    .replace(/\\([!-/:-@[-`{-~])/g, '$1')
    .replace(/&#(\d+);/g, (_, n) => String.fromCodePoint(Number(n)))
    .replaceAll('&lt;', '<')
    .replaceAll('&amp;', '&');
}

const HOSTILE = [
  'ask @team and @org/team',
  '\\@team \\\\@team',
  'closes #1, \\#1, owner/repo#1 and user#1',
  'GH-1 gh-1 JIRA-7',
  'GHSA-jfh8-c2jp-5v3q and CVE-2026-1234',
  'https://evil.example/x http://evil.example ftp://evil.example',
  'HTTPS://EVIL.EXAMPLE',
  'www.evil.example WWW.evil.example',
  'mailto:a@evil.example xmpp:a@evil.example a@evil.example',
  'a1b2c3d owner/repo@a1b2c3d 0123456789abcdef0123456789abcdef01234567',
  'A1B2C3D_x',
  ':tada: :+1:',
  '&#64;team &commat;team &#35;1',
  '`@team` ``#1``',
  '[x](https://evil.example) <https://evil.example> ![i](//evil.example/i.png)',
  '\u2060@\u2060team @\u200bteam',
];

describe('foreign text in Markdown', () => {
  it.each(HOSTILE)('%s notifies nobody and links to nothing', (foreign) => {
    for (const written of [text(foreign), code(foreign)]) {
      for (const [name, pattern] of Object.entries(REFERENCES))
        expect(shown(written), name).not.toMatch(pattern);
    }
  });

  it.each([...HOSTILE, 'a | b * c _d_ ~e~', '<b>x</b>'])('%s reads as it was written', (foreign) => {
    const spelt = foreign.replaceAll('\u2060', '\\u{2060}').replaceAll('\u200b', '\\u{200b}');
    expect(shown(text(foreign)).replaceAll('\u2060', '')).toBe(spelt);
  });

  it('holds no mark-up', () => {
    expect(text('costs $x$ or $$x$$')).not.toContain('$');
    expect(text('<img src=x> | **b** [x](y) `c`')).not.toMatch(/<img|(?<!\\)[|*[\]()`]/);
  });
});
