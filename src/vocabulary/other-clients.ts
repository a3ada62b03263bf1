/** Clients beside the official one that can be run against a service, where they are installed and asked for. */
export const OTHER_CLIENTS = ['langchain', 'ai-sdk', 'python'] as const;
export type OtherClient = (typeof OTHER_CLIENTS)[number];
