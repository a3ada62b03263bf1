import { expect, it, vi } from 'vitest';
import { findBrowser, NO_BROWSER } from './browser.ts';

it('a browser is the one that is named, else one that is installed', () => {
  const here = process.execPath;
  expect(findBrowser({ CHROME_PATH: here }, [])).toBe(here);
  expect(findBrowser({ CHROME_PATH: '/nowhere' }, ['/nowhere/else', here])).toBe(here);
});

it('where there is none, that is said, and none is installed', () => {
  const said = vi.spyOn(process.stderr, 'write').mockReturnValue(true);
  try {
    expect(findBrowser({}, [])).toBeUndefined();
    expect(said).toHaveBeenCalledWith(`${NO_BROWSER}\n`);
  } finally {
    said.mockRestore();
  }
});
