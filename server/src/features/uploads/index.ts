export { makeFileHost } from './file-host.ts';
export { uploadHandlers } from './uploads.routes.ts';
export { makeUploads, type Uploads } from './uploads.service.ts';
export { moveFiles } from './uploads.sql.ts';
