export { branchWallOf } from './service/branchWall.ts';
export { orgWallOf } from './service/orgWall.ts';
