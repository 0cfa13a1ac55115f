/**
 * What the pages use of the language that Chromium 109, the last for Windows 7, does not have. First in every entry: pages call these
 * like any others. What is newer and does not stand here is refused by the build (`scripts/check/newer.ts`), and taken away from the
 * browser of all journeys.
 */
import 'core-js/modules/es.array.to-reversed.js';
import 'core-js/modules/es.array.to-sorted.js';
import 'core-js/modules/es.array.to-spliced.js';
import 'core-js/modules/es.array.with.js';
import 'core-js/modules/es.map.group-by.js';
import 'core-js/modules/es.object.group-by.js';
import 'core-js/modules/es.string.is-well-formed.js';
import 'core-js/modules/es.string.to-well-formed.js';
import 'core-js/modules/web.url.can-parse.js';
