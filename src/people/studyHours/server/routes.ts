import * as certificateCalls from '#people/studyHours/contract.certificate.ts';
import * as contract from '#people/studyHours/contract.ts';
import { bind } from '#platform/server/http/bind.ts';
import { describeFields } from '#platform/server/log/auditFields.ts';
import type { ServerModule } from '#platform/server/module.ts';
import { studyHoursRights } from '../rules.rights.ts';
import { learningPointSources } from './queries/ledger.ts';
import * as certificates from './service/certificate.ts';
import * as papers from './service/certificatePaper.ts';
import * as hours from './service/hours.ts';
import { remind } from './service/remind.ts';
import { countHoursTally } from './service/tally.ts';
import { studyHoursTables } from './tables.ts';

const SIX_HOURS = 6 * 3600;

const routes = [
  bind(contract.listHours, hours.list),
  bind(contract.orgHours, hours.orgs),
  bind(contract.personHours, hours.person),
  bind(contract.personLines, hours.listPersonLines),
  bind(contract.ownHours, hours.own),
  bind(contract.ownLines, hours.ownLines),
  bind(contract.exportHours, hours.startExport),
  bind(certificateCalls.listCertificates, certificates.list),
  bind(certificateCalls.ownCertificates, certificates.own),
  bind(certificateCalls.getCertificateSetting, certificates.setting),
  bind(certificateCalls.saveCertificateSetting, certificates.saveSetting),
  bind(certificateCalls.earnedHours, certificates.earned),
  bind(certificateCalls.issueCertificate, certificates.issue),
  bind(certificateCalls.voidCertificates, certificates.voidThem),
  bind(certificateCalls.printCertificates, papers.print),
  bind(certificateCalls.printOwnCertificate, papers.printOwn),
  bind(certificateCalls.printAllCertificates, papers.startPrinting),
  bind(certificateCalls.exportCertificates, certificates.startExport),
];

export const studyHoursModule: ServerModule = {
  name: 'studyHours',
  rights: studyHoursRights,
  tables: studyHoursTables,
  routes,
  jobs: {
    [hours.HOURS_EXPORT]: hours.runExport,
    [certificates.CERTIFICATES_EXPORT]: certificates.runExport,
    [papers.CERTIFICATES_PAPER]: papers.runPrinting,
  },
  verify: { [papers.CERTIFICATE]: { read: certificates.verifyCertificate } },
  pointSources: learningPointSources,
  recurring: [
    { name: 'learning.remind', everySeconds: SIX_HOURS, run: (services) => remind(services) },
    { name: 'learning.tally', everySeconds: 60, run: countHoursTally },
  ],
  announce() {
    describeFields('certificateSetting', {
      prefix: { label: '编号字头' },
      issuer: { label: '落款' },
      wording: { label: '结论用语' },
    });
  },
};
