/** A new random record. */
export function inventedRecord(n: number): object {
  const id = `00000000-0000-4000-8000-${n.toString(16).padStart(12, '0')}`;
  const org = '11111111-1111-4111-8111-111111111111';
  const when = '2026-01-05T00:00:00Z';
  return {
    id,
    user_id: id,
    org_id: org,
    email: `user${n}@example.test`,
    model: 'model-a',
    model_provider: 'provider-a',
    source: 'api',
    input_tokens: 1,
    output_tokens: 1,
    total_tokens: 2,
    total_requests: 1,
    date: when,
    created_at: when,
  };
}
