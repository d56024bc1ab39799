import type { Endpoint } from '../endpoint.ts';
import { copyImage } from './copyImage.ts';
import { deleteImages, deleteImagesByQuery } from './deleteImages.ts';
import { getImage } from './getImage.ts';
import { listImages } from './listImages.ts';
import { listVideos } from './listVideos.ts';
import { uploadImage } from './uploadImage.ts';

export const media: readonly Endpoint[] = [
  listImages,
  uploadImage,
  deleteImagesByQuery,
  copyImage,
  deleteImages,
  listVideos,
  getImage,
];
