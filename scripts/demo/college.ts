import type { ClientBase } from 'pg';

/** Where the demo's college is reached, on whatever port: browsers take names below `localhost` for this machine. */
const HOST = 'college.localhost';
const SITE = {
  kind: 'college',
  productName: '峡州职业技术学院智慧党建平台',
  logoText: '峡州职院党建',
  hostUnit: '峡州职业技术学院党委',
};

/** The site of the college beside that of the city. */
export async function writeCollege(client: ClientBase): Promise<void> {
  await client.query('insert into site_config (host, data) values ($1, $2) on conflict (host) do nothing', [
    HOST,
    JSON.stringify(SITE),
  ]);
}
