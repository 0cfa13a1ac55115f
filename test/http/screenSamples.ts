interface Ids {
  memberId: string;
}

/** Good inputs for the calls of 数据大屏. The first four screens are those of the product; 900 is made by the own rows. */
export const screenSamples: Record<string, (ids: Ids) => Record<string, unknown>> = {
  'GET /api/screen/get': () => ({ id: '900' }),
  'POST /api/screen/add': () => ({ name: '试', jumpUrl: '/map' }),
  'POST /api/screen/update': () => ({ id: '900', version: 1, name: '试试' }),
  'POST /api/screen/del': () => ({ id: '900', deleteReason: '试' }),
  'GET /api/screen/wall/member': ({ memberId }) => ({ userId: memberId }),
};
