-- Printing upon the official 《入党志愿书》: where its fields lie, and how each printer of an organisation errs.
create table development_book_layout (
  number      integer primary key check (number > 0),
  width       numeric(5, 1) not null,
  height      numeric(5, 1) not null,
  fields      jsonb not null,
  remark      text not null,
  created_by  text not null,
  created_at  timestamptz not null default now()
);
comment on table development_book_layout is 'Versions of the places of the fields on the official paper, in millimetres; without any those of the product hold';
comment on column development_book_layout.fields is '[{key, page, x, y, width, height, size}]: millimetres from the left and upper edge, size in points';

create table development_printer (
  id          bigint generated always as identity primary key,
  org_id      bigint not null references organisation,
  org_code    text collate "C" not null,
  name        text not null,
  measured    jsonb not null,
  version     integer not null default 1,
  changed_by  text not null,
  changed_at  timestamptz not null default now(),
  unique (org_id, name)
);
create index development_printer_code on development_printer (org_code, id);
comment on table development_printer is 'Printers of an organisation with what was measured on their calibration sheet';
comment on column development_printer.measured is 'Tenths of a millimetre: {left, top} of the first cross from the edges of the paper, {right, bottom} of the last one from the same edges';
