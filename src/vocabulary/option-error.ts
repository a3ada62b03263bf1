/** The user's input can't be used: the message is one line that says what to do. Exit code 2. */
export class OptionError extends Error {
  override name = 'OptionError';
}

/** The configuration can't be used. The message may quote a key that somebody put in the place of a name. */
export class ConfigError extends OptionError {}
