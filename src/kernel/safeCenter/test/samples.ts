import type { Samples } from '../../../../test/http/sampleIds.ts';

const secretAnswers = [1, 2, 3].map((questionId) => ({ questionId, answer: '试' }));

/** Good inputs for the calls of this room, beside those of its nouns. */
export const samples: Samples = {
  'POST /api/sys/user/changeCurrentPwd': () => ({ oldPassword: 'ab', password: 'ab' }),
  'POST /api/sys/encrypte': () => ({ password: 'ab' }),
  'PUT /api/sys/question/check': () => ({ password: 'ab', answers: secretAnswers }),
  'POST /api/sys/phone/code': () => ({ phonenumber: '13800000000' }),
  'POST /api/sys/phone/confirm': () => ({ phonenumber: '13800000000', smsCode: '000000', password: 'ab' }),
  'POST /api/sys/question/add': () => ({ proof: 'x'.repeat(43), questions: secretAnswers }),
  'GET /api/sys/question/getByIdCardNo': () => ({ idCardNo: 'admin' }),
  'PUT /api/sys/question/unLoginCheck': () => ({ idCardNo: 'admin', smsCode: '123456', answers: secretAnswers }),
  'POST /api/sys/user/changePwd': () => ({ proof: 'x'.repeat(43), password: 'ab' }),
};
