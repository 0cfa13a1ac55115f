import { expect, test } from 'vitest';
import { picturesOfRtf } from '#platform/web/editor/rtf.ts';

const PNG = '89504e470d0a1a0a0000000d49484452';
const JPEG = 'ffd8ffe000104a464946000101010060';
const bytes = (hex: string) => [...Buffer.from(hex, 'hex')];

test('pictures come in their order, without the doubles for old readers', () => {
  const rtf = `{\\rtf1 text {\\*\\shppict{\\pict{\\*\\picprop{\\sp{\\sn a}{\\sv b}}}\\picw26\\pngblip\\bliptag-12{\\*\\blipuid 00aabb}${PNG}}}
    {\\nonshppict{\\pict\\pngblip ${PNG}}} \\{ \\} {\\*\\shppict{\\pict\\jpegblip\\picwgoal24000 ${JPEG.slice(0, 10)}
${JPEG.slice(10)}}} {\\pict\\wmetafile8 0100090000030000}}`;
  const [png, jpeg, metafile, ...more] = picturesOfRtf(rtf);
  expect(png?.type).toBe('image/png');
  expect([...(png?.bytes ?? [])]).toEqual(bytes(PNG));
  expect(jpeg?.type).toBe('image/jpeg');
  expect([...(jpeg?.bytes ?? [])]).toEqual(bytes(JPEG));
  expect(metafile).toBeNull();
  expect(more).toEqual([]);
});

test('what is broken or no RTF holds no pictures, and never throws', () => {
  expect(picturesOfRtf('')).toEqual([]);
  expect(picturesOfRtf('text')).toEqual([]);
  expect(picturesOfRtf('{\\pict\\pngblip zz}')).toEqual([null]);
  expect(picturesOfRtf('{\\rtf1{\\pict\\pngblip')).toEqual([null]);
  expect(picturesOfRtf('}}{{\\')).toEqual([]);
});

test('pictures of heads, feet, bullets and of old readers’ drawings are none of the text', () => {
  const picture = (hex: string) => `{\\pict\\pngblip ${hex}}`;
  const rtf = `{\\rtf1{\\*\\listpicture{\\*\\shppict${picture('11'.repeat(16))}}}{\\header\\pard ${picture('22'.repeat(16))}\\par}
    {\\footerf ${picture('33'.repeat(16))}}{\\*\\background{\\shp{\\*\\shpinst{\\sp{\\sn pib}{\\sv ${picture('44'.repeat(16))}}}}}}
    {\\shp{\\*\\shpinst{\\sp{\\sn pib}{\\sv ${picture(PNG)}}}}{\\shprslt\\pard {\\pict\\wmetafile8 0100090000030000}\\par}}${picture(JPEG)}}`;
  expect(picturesOfRtf(rtf).map((one) => [...(one?.bytes ?? [])])).toEqual([bytes(PNG), bytes(JPEG)]);
});
