export function adviceFor(_id: string): string | undefined {
  return undefined;
}
