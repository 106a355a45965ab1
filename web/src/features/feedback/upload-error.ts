/** `network`: no answer came, so it may be tried again by itself. `refused`: the host said no. */
export class UploadError extends Error {
  readonly kind: 'network' | 'refused';

  constructor(kind: 'network' | 'refused', message = '') {
    super(message);
    this.kind = kind;
  }
}
