/** Variables of this process that programs need to start. */
const PASSED_ON = [
  ...['PATH', 'HOME', 'LANG', 'LC_ALL', 'TZ', 'TMPDIR'],
  ...['SYSTEMROOT', 'USERPROFILE', 'PATHEXT', 'TEMP', 'TMP'],
];

/**
 * The environment of a child process: what it needs to start, and the given variables. It contains no other key.
 */
export function childEnvironment(given: NodeJS.ProcessEnv = {}, own = process.env): NodeJS.ProcessEnv {
  const passed = PASSED_ON.flatMap((name) => (own[name] === undefined ? [] : [[name, own[name]]]));
  return { ...Object.fromEntries(passed), ...given };
}
