/** The user's input is invalid: the message is one line with the remedy. Exit code 2. */
export class OptionError extends Error {
  override name = 'OptionError';
}

/** The configuration is invalid. The message may quote a key in the place of a name. */
export class ConfigError extends OptionError {}
