-- The kind of a job says what it does (import, export); the sheet of rights is an export.
update job set kind = 'permission.rightsExport' where kind = 'permission.rights';
