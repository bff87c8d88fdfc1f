/** The longer edge in pixels, and the quality of the JPEG: the first pair that is small enough is taken. All of them can be read. */
const attempts = [
  [3000, 0.9],
  [2600, 0.85],
  [2200, 0.8],
  [1800, 0.75],
  [1400, 0.7],
] as const;

/** A photo as a JPEG of at most so many bytes, the right way up; null where this browser cannot show it. */
export async function scalePhoto(file: File, longestBytes: number): Promise<File | null> {
  // Turned as the camera says.
  const photo = await createImageBitmap(file, { imageOrientation: 'from-image' }).catch(() => null);
  if (!photo) return null;
  try {
    for (const [edge, quality] of attempts) {
      const drawn = await draw(photo, edge, quality);
      if (drawn && drawn.size <= longestBytes)
        return new File([drawn], file.name.replace(/(\.\w+)?$/, '.jpg'), { type: 'image/jpeg' });
    }
    return null;
  } finally {
    photo.close();
  }
}

function draw(photo: ImageBitmap, edge: number, quality: number): Promise<Blob | null> {
  const scale = Math.min(1, edge / Math.max(photo.width, photo.height));
  const canvas = document.createElement('canvas');
  canvas.width = Math.max(1, Math.round(photo.width * scale));
  canvas.height = Math.max(1, Math.round(photo.height * scale));
  const context = canvas.getContext('2d');
  if (!context) return Promise.resolve(null);
  // A JPEG has no transparency: what shines through would be black.
  context.fillStyle = '#ffffff';
  context.fillRect(0, 0, canvas.width, canvas.height);
  context.drawImage(photo, 0, 0, canvas.width, canvas.height);
  return new Promise((resolve) => canvas.toBlob(resolve, 'image/jpeg', quality));
}
