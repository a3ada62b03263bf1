/** The nth id that a test makes up. */
export const uuid = (n: number) => `00000000-0000-4000-8000-${String(n).padStart(12, '0')}`;

/** A record of section 4.2 with an id and a model of its own; `part` says what else it holds. */
export const usageRecord = (n: number, part: Record<string, unknown> = {}): Record<string, unknown> => ({
  id: uuid(n),
  user_id: uuid(1000),
  org_id: uuid(2000),
  email: 'a@example.test',
  model: `model-${n}`,
  model_provider: 'p',
  source: 'api',
  input_tokens: 1,
  output_tokens: 2,
  total_tokens: 3,
  total_requests: 1,
  date: '2026-01-02T00:00:00Z',
  created_at: '2026-01-02T00:00:00Z',
  ...part,
});
