import type { Point } from './coordinates.ts';

/** The seats of the demo's invented city, its counties and districts. */
export const CITY_SEATS: readonly { name: string; at: Point }[] = [
  { name: '临峡区', at: [111.29, 30.69] },
  { name: '白鹭区', at: [111.5628, 30.6662] },
  { name: '南津区', at: [111.0524, 30.4792] },
  { name: '云池区', at: [111.466, 30.4078] },
  { name: '夷山区', at: [110.9996, 30.843] },
  { name: '都亭市', at: [111.598, 30.2378] },
  { name: '沮阳市', at: [111.8136, 30.9484] },
  { name: '江口市', at: [111.9368, 30.588] },
  { name: '归峡县', at: [110.3836, 30.5608] },
  { name: '香溪县', at: [110.6344, 30.996] },
  { name: '凤栖县', at: [111.3692, 31.0572] },
  { name: '清溪县', at: [111.026, 30.2174] },
  { name: '五溪县', at: [110.5552, 30.4112] },
];
