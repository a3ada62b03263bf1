/** A file of the run cannot be written. If it is the record, nothing more may be sent, since it would be lost. */
export class JournalFailed extends Error {
  override name = 'JournalFailed';
  /** The system's code: `ENOSPC`, `EROFS`, `EACCES`, `EEXIST`; `NOT_A_FILE` where a device, pipe or folder is. */
  readonly code: string;
  /** Why, in words. */
  readonly reason: string;
  constructor(what: string, cause: unknown) {
    const code = (cause as { code?: unknown } | null)?.code;
    const known = typeof code === 'string' ? code : 'unknown';
    const reason = REASONS[known] ?? `error ${known}`;
    super(`${what} could not be written: ${reason}`, { cause });
    this.code = known;
    this.reason = reason;
  }
}

const REASONS: Record<string, string> = {
  ENOSPC: 'the disk is full',
  EDQUOT: 'the disk quota is used up',
  EFBIG: 'the file size limit is reached',
  EROFS: 'the file system is read-only',
  EACCES: 'permission denied',
  EPERM: 'permission denied',
  EEXIST: 'the folder already has a run',
  NOT_A_FILE: 'it is not a regular file',
  ENOTDIR: 'part of the path is not a folder',
  EMFILE: 'too many files are open',
  EIO: 'the disk reports an error',
};
