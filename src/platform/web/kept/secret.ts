/** Fields that nothing keeps, however it is encrypted, told by their names: passwords, keys, codes, answers to the own questions. */
const SECRET =
  /password|passwd|^pwd|pwd$|secret(?!ar)|privateKey|apiKey|apiV3Key|smsCode|^captcha$|^token$|^answer\d*$/i;

/** Whether a field with this name holds a secret that must not be kept. */
export const isSecretName = (field: string): boolean => SECRET.test(field);

/** The names of the secret fields that the page draws, by their type or by the hint that they give the browser. */
export const secretsIn = (box: Element | null): readonly string[] =>
  [
    ...(box?.querySelectorAll<HTMLInputElement>(
      'input[type="password"], input[autocomplete$="password"], input[autocomplete="one-time-code"]',
    ) ?? []),
  ].map(({ name }) => name);
