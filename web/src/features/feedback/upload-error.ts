/** `network`: no answer, so it is retried automatically. `refused`: the host rejected the file. */
export class UploadError extends Error {
  readonly kind: 'network' | 'refused';

  constructor(kind: 'network' | 'refused', message = '') {
    super(message);
    this.kind = kind;
  }
}
