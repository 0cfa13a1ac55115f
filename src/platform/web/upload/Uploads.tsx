import { Suspense } from 'react';
import type { UploadedFile } from '#platform/files/fileCalls.ts';
import { lazyPart } from '../route/lazyPart.tsx';
import { FileList } from './FileList.tsx';
import { StoredImage } from './StoredImage.tsx';
import './uploads.css';

const Film = lazyPart(async () => ({ default: (await import('../film/Film.tsx')).Film }));

/** The files of a row as its record shows them: pictures and videos to be seen, all others to be downloaded. */
export function Uploads({ files }: { files: readonly UploadedFile[] }) {
  const pictures = files.filter(({ zoomUrl }) => zoomUrl !== '');
  const films = files.filter(({ fileType }) => fileType === 'video/mp4');
  const others = files.filter((file) => !pictures.includes(file) && !films.includes(file));
  return (
    <div className="uploads">
      {pictures.length > 0 && (
        <div className="uploads-pictures">
          {pictures.map(({ id, name }) => (
            <StoredImage key={id} fileKey={`${id}-z`} alt={name} />
          ))}
        </div>
      )}
      {films.map(({ id, name }) => (
        <Suspense key={id}>
          <Film fileId={id} title={name} subtitles="" />
        </Suspense>
      ))}
      <FileList files={others} />
    </div>
  );
}
