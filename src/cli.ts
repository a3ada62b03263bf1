#!/usr/bin/env node
// Older versions fail at an import, with a stack trace: this file imports nothing until the version is known.
const major = Number(process.versions.node.split('.', 1)[0]);
if (major < 24) {
  process.stderr.write(`chatspec requires Node.js 24 or newer; this is ${process.versions.node}\n`);
  process.exitCode = 2;
} else {
  const { keepCompiled } = await import('./run/compile-cache.ts');
  keepCompiled();
  // A process list shows this title instead of the typed command line, which may contain a key.
  process.title = 'chatspec';
  // A diagnostic report that Node.js writes has the environment, which contains keys.
  if (process.report) process.report.excludeEnv = true;
  // A run that another process started, as `watch` does, ends with it and writes its report.
  process.once('disconnect', () => process.kill(process.pid, 'SIGTERM'));
  process.channel?.unref();
  const { main } = await import('./cli/main.ts');
  process.exitCode = await main(process.argv.slice(2));
}
