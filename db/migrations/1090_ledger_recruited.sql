-- Who was accepted in a year is counted on the first page of 发展党员; of a ledger of years they are few.
create index member_ledger_recruited on member_ledger (happened_on, org_code) where way = 'recruited' and sign = 1;
