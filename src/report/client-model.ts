export type ClientFeature =
  | 'create'
  | 'stream'
  | 'tool loop'
  | 'formats'
  | 'log probabilities'
  | 'errors'
  | 'usage';

/** `unknown`: not asked, or undecided. */
export type ClientOutcome = 'works' | 'limited' | 'breaks' | 'unknown';

/** Whether people can work with the service through a client library, feature by feature. */
export interface ReportClient {
  /** As its users call it: `openai (Node) 7`, `LangChain`. */
  client: string;
  /** Whether it was run against the service itself; of one that was not, `note` says what is known of it. */
  basis: 'run' | 'known';
  note?: string;
  features: {
    feature: ClientFeature;
    outcome: ClientOutcome;
    /** Ids of the checks that say so, the decisive one first. */
    checks: string[];
    /** In one line, where it is limited or breaks. */
    why?: string;
  }[];
}
