export { fileOrigins, makeFileHost } from './file-host.ts';
export { recogniseType } from './recognise.ts';
export { uploadHandlers } from './uploads.routes.ts';
export { makeUploads, type Uploads } from './uploads.service.ts';
export { deleteFilesOf, exportFiles, moveFiles } from './uploads.sql.ts';
