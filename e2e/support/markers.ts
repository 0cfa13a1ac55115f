/** What the map's call answers with 5,000 branches around the demo's city. */
export const MANY_MARKERS = {
  code: 200,
  msg: '',
  crs: 'WGS84',
  more: false,
  types: [
    { type: 46, count: 4000 },
    { type: 47, count: 1000 },
  ],
  total: 5000,
  rows: Array.from({ length: 5000 }, (_, at) => ({
    id: String(at + 1),
    orgCode: '0001',
    name: `第${at + 1}党支部`,
    type: at % 5 === 0 ? 47 : 46,
    lng: 111.15 + ((at * 7919) % 2800) / 10_000,
    lat: 30.6 + ((at * 104_729) % 1800) / 10_000,
  })),
};
