/** What programs need to be found and to start, of this process's environment. */
const PASSED_ON = [
  ...['PATH', 'HOME', 'LANG', 'LC_ALL', 'TZ', 'TMPDIR'],
  ...['SYSTEMROOT', 'USERPROFILE', 'PATHEXT', 'TEMP', 'TMP'],
];

/**
 * The environment of a child process: what it needs to start, and the variables that are given. It holds no key that is
 * not given: a child, or what it loads, has no use for one.
 */
export function childEnvironment(given: NodeJS.ProcessEnv = {}, own = process.env): NodeJS.ProcessEnv {
  const passed = PASSED_ON.flatMap((name) => (own[name] === undefined ? [] : [[name, own[name]]]));
  return { ...Object.fromEntries(passed), ...given };
}
