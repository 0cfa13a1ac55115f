import sharp from 'sharp';

// Pictures are rich in formats and libraries of others (SVG, PDF, TIFF, camera files, what ImageMagick reads). Those that are taken
// are read, by the libraries that are kept best; no other loader opens what people upload, whatever its first bytes say.
sharp.block({ operation: ['VipsForeignLoad'] });
sharp.unblock({
  operation: ['VipsForeignLoadJpeg', 'VipsForeignLoadPng', 'VipsForeignLoadWebp', 'VipsForeignLoadNsgif'],
});
// Pictures are rare and large: one after another in few threads keeps the memory bounded.
sharp.cache(false);
sharp.concurrency(1);

/** The one way to sharp, which `test/unit/source` keeps. */
export { sharp };
