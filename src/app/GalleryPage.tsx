import { platformEntries } from '#platform/web/gallery/entries.ts';
import { Gallery } from '#platform/web/gallery/Gallery.tsx';
import { moduleEntries } from '#rooms/gallery.ts';

const entries = [...platformEntries, ...moduleEntries];

/** `/__gallery`, only in development and in the build of the browser tests (router.tsx). */
export default function GalleryPage() {
  return <Gallery entries={entries} />;
}
