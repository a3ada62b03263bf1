export type ClientFeature =
  | 'create'
  | 'stream'
  | 'tool loop'
  | 'formats'
  | 'log probabilities'
  | 'errors'
  | 'usage';

/** `unknown`: not tested, or inconclusive. */
export type ClientOutcome = 'works' | 'limited' | 'breaks' | 'unknown';

/** Whether a client library works with the service, feature by feature. */
export interface ReportClient {
  /** The name that its users know: `openai (Node) 7`, `LangChain`. */
  client: string;
  /** Whether it was run against the service itself; if not, `note` has what is known. */
  basis: 'run' | 'known';
  note?: string;
  features: {
    feature: ClientFeature;
    outcome: ClientOutcome;
    /** Ids of the checks with this result, the decisive one first. */
    checks: string[];
    /** The reason in one line, if it is limited or breaks. */
    why?: string;
  }[];
}
