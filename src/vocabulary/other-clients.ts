/** Other clients that can be run against a service, if they are installed and requested. */
export const OTHER_CLIENTS = ['langchain', 'ai-sdk', 'python'] as const;
export type OtherClient = (typeof OTHER_CLIENTS)[number];
