import { copyImage } from './copyImage.ts';
import { deleteDocuments } from './deleteDocuments.ts';
import { deleteImages, deleteImagesByQuery } from './deleteImages.ts';
import { deleteVideos } from './deleteVideos.ts';
import { getDocument } from './getDocument.ts';
import { getImage } from './getImage.ts';
import { getVideo } from './getVideo.ts';
import { listDocuments } from './listDocuments.ts';
import { listImages } from './listImages.ts';
import { listVideos } from './listVideos.ts';
import { uploadDocument } from './uploadDocument.ts';
import { uploadImage } from './uploadImage.ts';
import { uploadVideo } from './uploadVideo.ts';

export const mediaEndpoints = [
  listImages,
  uploadImage,
  deleteImagesByQuery,
  copyImage,
  deleteImages,
  listVideos,
  uploadVideo,
  deleteVideos,
  listDocuments,
  uploadDocument,
  deleteDocuments,
  getImage,
  getVideo,
  getDocument,
];
