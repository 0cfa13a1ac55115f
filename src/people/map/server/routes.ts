import { bind } from '#platform/server/http/bind.ts';
import type { ServerModule } from '#platform/server/module.ts';
import * as map from '../contract.ts';
import * as service from './service.ts';

export const mapModule: ServerModule = {
  name: 'map',
  routes: [
    bind(map.mapSettings, service.readSettings),
    bind(map.mapMarkers, service.readMarkers),
    bind(map.listMapOrgs, service.readList),
    bind(map.mapOrg, service.readOrg),
    bind(map.findPlaces, service.readPlaces),
  ],
};
