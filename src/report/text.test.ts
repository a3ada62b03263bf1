import { expect, it } from 'vitest';
import { oneLine, shorten, visible } from './text.ts';

it.each([
  ['\u001b[31mred', '\\u{1b}[31mred'],
  ['a\u202eb\u2066c', 'a\\u{202e}b\\u{2066}c'],
  ['\ufefftext\u200b', '\\u{feff}text\\u{200b}'],
  ['\0\x07\x7f\x85', '\\u{0}\\u{7}\\u{7f}\\u{85}'],
  ['\u2028\u2029', '\\u{2028}\\u{2029}'],
  ['lone \ud83d end', 'lone \\u{d83d} end'],
  ['\ufffe\uffff\ufdd0\u{1fffe}', '\\u{fffe}\\u{ffff}\\u{fdd0}\\u{1fffe}'],
  ['\u3164\u2800\u115f\u034f\ufe00\u{e0100}', '\\u{3164}\\u{2800}\\u{115f}\\u{34f}\\u{fe00}\\u{e0100}'],
  ['❤️ می\u200cخواهم', '❤️ می\u200cخواهم'],
  ['carriage\rreturn', 'carriage\\u{d}return'],
  ['tab\tand\nline', 'tab\tand\nline'],
  ['👩‍💻 naïve שלום 漢字', '👩‍💻 naïve שלום 漢字'],
])('what hides is spelt out: %j', (text, shown) => {
  expect(visible(text)).toBe(shown);
});

it('on one line there are no line feeds', () => expect(oneLine('a\n\tb')).toBe('a\\n\\tb'));

it.each([
  ['::error::x', ': :error::x'],
  ['  \t::add-mask::x', '  \\t::add-mask::x'],
  ['it said ::stop-commands::x', 'it said : :stop-commands::x'],
  ['it said ##[add-mask]x', 'it said ## [add-mask]x'],
  ['###[group]', '### [group]'],
  ['##vso[task.complete result=Succeeded]', '## vso[task.complete result=Succeeded]'],
  ['##teamcity[buildStop]', '## teamcity[buildStop]'],
  ['std::string, http://[::1]/ and # [x]', 'std::string, http://[::1]/ and # [x]'],
])('no CI runner finds a command in a line: %j', (text, line) => {
  expect(oneLine(text)).toBe(line);
});

it.each([
  ['short', 10, 'short'],
  ['abcdef', 3, 'abc… (3 more characters)'],
  ['ab👍cd', 3, 'ab… (4 more characters)'],
])('shortening %j to %i tells what it cut and halves no character', (text, length, short) => {
  expect(shorten(text, length)).toBe(short);
});
