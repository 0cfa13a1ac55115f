/**
 * What pdf.js uses beyond Chromium 109 and does not bring along itself (its build for older browsers is made for 118): first in the page
 * that shows a PDF and in the worker that reads it. What it calls while forms are edited in a PDF (`AbortSignal.any`) is never reached.
 */
import 'core-js/modules/es.array.to-spliced.js';
import 'core-js/modules/es.array-buffer.transfer-to-fixed-length.js';
import 'core-js/modules/es.promise.with-resolvers.js';
