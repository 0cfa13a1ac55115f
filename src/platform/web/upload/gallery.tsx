import { useState } from 'react';
import type { UploadedFile } from '../../files/fileCalls.ts';
import { Case, Cases } from '../gallery/Case.tsx';
import { Button } from '../ui/Button.tsx';
import { ImageSelector } from './ImageSelector.tsx';
import { StoredImage } from './StoredImage.tsx';
import { Uploader } from './Uploader.tsx';

const KEPT: UploadedFile = {
  id: '0'.repeat(32),
  name: '入党志愿书（扫描件）.pdf',
  url: '',
  thumbnailUrl: '',
  zoomUrl: '',
  fileType: 'application/pdf',
  size: 3_456_789,
};

/** The uploader by each of its groups, and the image selector. */
export default function UploadGallery() {
  const [files, setFiles] = useState<readonly UploadedFile[]>([]);
  const [choosing, setChoosing] = useState<'image' | 'avatar' | null>(null);
  const [picked, setPicked] = useState<{ file: UploadedFile; alt: string } | null>(null);
  return (
    <Cases>
      <Case title="附件，最多五个" wide>
        <Uploader label="附件" format="meeting" count={5} onFiles={setFiles} />
        <p className="muted small">已有{files.length}个附件</p>
      </Case>
      <Case title="一个文件，默认格式">
        <Uploader label="材料" onFiles={() => {}} />
      </Case>
      <Case title="已有文件，数量已满">
        <Uploader label="志愿书" format="common" kept={[KEPT]} onFiles={() => {}} />
      </Case>
      <Case title="视频">
        <Uploader label="视频" format="video" onFiles={() => {}} />
      </Case>
      <Case title="图片与头像">
        <div className="gallery-line">
          <Button onClick={() => setChoosing('image')}>选择图片</Button>
          <Button onClick={() => setChoosing('avatar')}>选择头像</Button>
        </div>
        {picked && (
          <div className="photo-frame">
            <StoredImage fileKey={`${picked.file.id}-t`} alt={picked.alt || '所选图片'} />
          </div>
        )}
        {choosing && (
          <ImageSelector
            title={choosing === 'image' ? '选择图片' : '选择头像'}
            format={choosing}
            {...(choosing === 'avatar' ? { crop: { ratio: 3 / 4, width: 480 } } : { withAlt: true })}
            onPick={(file, alt) => {
              setPicked({ file, alt });
              setChoosing(null);
            }}
            onClose={() => setChoosing(null)}
          />
        )}
      </Case>
    </Cases>
  );
}
