/** An error in chatspec itself, with its position in the code. */
export function describeError(error: unknown): string {
  if (!(error instanceof Error)) return `chatspec failed: ${String(error)}`;
  const where = error.stack?.split('\n').find((l) => l.trimStart().startsWith('at '));
  return `chatspec failed: ${error.name}: ${error.message}${where ? ` (${where.trim()})` : ''}`;
}
