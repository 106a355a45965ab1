/** `network`: no answer, so it is retried automatically. `refused`: the host rejected the file. */
export class UploadError extends Error {
  // Declared only, as in ApiError.
  declare readonly kind: 'network' | 'refused';

  constructor(kind: 'network' | 'refused', message = '') {
    super(message);
    this.kind = kind;
  }
}
