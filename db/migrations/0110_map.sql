-- The map of organisations: where coordinates are stated in, and the range that its pages read.
comment on column organisation.lng is 'Longitude in degrees, WGS84 (EPSG:4326) whatever map it was set on';
comment on column organisation.lat is 'Latitude in degrees, WGS84 (EPSG:4326) whatever map it was set on';
create index organisation_located on organisation (code)
  where lng is not null and lat is not null and deleted_at is null;
