/**
 * Passwords that fulfil the rule of S0 §5 and are still an attacker's first guesses. Published lists hardly
 * help, because few of their entries mix letters, digits and signs. The usual ways to fulfil such a rule are
 * known, so the list is generated: a word, a run of digits and a sign in each usual order, and keyboard
 * patterns. NOTE: about 100,000 entries, built in 50 ms when this file is first imported, so it is only for
 * the server.
 */

const words = (
  'a aa aaa ab abc abcd abcde abcdef abcabc q qq qw qwe qwer qwert qwerty qaz qazwsx wsx zxc zxcv zxcvb zxcvbn asd asdf asdfg ' +
  'pass passwd password passw0rd pa$$word pa$$w0rd p@ss p@ssword p@ssw0rd p@$$w0rd admin adm1n @dmin administrator ' +
  'root toor user guest test tester demo temp default login welcome w3lcome hello iloveyou love monkey dragon master ' +
  'sunshine princess football baseball superman shadow secret letmein changeme system server oracle mysql postgres redis ' +
  'tomcat linux windows office company huawei oa cms gov china beijing shanghai guangzhou shenzhen guangdong hangzhou ' +
  'woaini woaiwojia wodemima mima zhongguo renda xinfang banjian zhengwu zhengfu jiayou nihao ceshi kaifa wang li zhang ' +
  'liu chen yang zhao huang zhou wu xu sun zhu ma hu lin guo he gao luo zw rd xf gd gz sz bj sh'
).split(' ');

const runs = (
  '1 12 123 1234 12345 123456 1234567 12345678 123456789 321 654321 01 001 007 0 00 000 11 111 1111 111111 112233 123123 ' +
  '123321 222 333 520 5201314 1314 147258 168 555 666 6666 666666 777 888 8888 888888 99 999 9999 2020 2021 2022 2023 ' +
  '2024 2025 2026 2027 2028'
).split(' ');

const signs = '! @ # . _ * !@#'.split(' ');

/** Digits that people put first; fewer people do so, and mostly with these. */
const leadingRuns = '1 123 1234 123456 111 520 666 888 2025 2026'.split(' ');

const keyboardPatterns = (
  '1qaz@wsx !qaz2wsx 1qaz!qaz 1qaz2wsx! 1qaz2wsx@ 1qaz2wsx# 1qaz@wsx3edc !qaz@wsx1 1qazxsw@ zaq1@wsx zaq!2wsx zaq1xsw@ ' +
  'zaq12wsx! 2wsx#edc @wsx3edc 3edc$rfv #edc4rfv qaz123!@# qazwsx123! qazwsx!@#123 1q2w3e4r! 1q2w3e4r@ 1q2w3e4r# 1q2w3e! ' +
  '1q2w3e!@# 1q2w3e4r5t! !q2w3e4r !q@w3e4r 1q@w3e4r 1q2w#e4r q1w2e3! q1w2e3r4! q1w2e3r4@ q1!w2@e3# qwe123!@# qwe!@#123 ' +
  '123qwe!@# !@#123qwe !@#qwe123 123!@#qwe qwe123qwe! qwer1234! qwer1234@ qwer!@#4 1234qwer! 1234qwer@ 1234!@#$qwer ' +
  'qwer!@#$1234 qwer1234!@#$ qwerty123!@# asd123!@# asdf1234! 123asd!@# zxc123!@# zxcv1234! 123zxc!@# 123abc!@# abc123!@# ' +
  '!@#abc123 a1b2c3! a1b2c3d4! a1b2c3d4@ aa11!! aa1122!! aaa111!!! a1!a1!a1! 1a!1a! 1a@2b#3c$ a!1b@2c#3 7ujm&ujm 8ik,9ol. ' +
  '1qaz2wsx3edc! 1qaz2wsx#edc 5tgb^yhn 6yhn&ujm 0okm)okm poiu0987! mnbv0987! p0o9i8u7! 1a2b3c4d! 12qw!@qw 12qwas!@ ' +
  'qw12!@ qwe12!@ 12345qwert! qwert12345! 1q!q1q!q 1qa@ws 1qaz@2wsx 1qaz#edc zxcvbnm,./1 asdfghjkl;1 qwertyuiop[1'
).split(' ');

const rulePattern = /^(?=.*[a-z])(?=.*\d)(?=.*[^a-z\d]).{6,18}$/;

/**
 * The most common passwords that fulfil the rule, in lower case; a candidate is lower-cased before the
 * lookup.
 */
export const commonPasswords: ReadonlySet<string> = buildCommonPasswords();

function buildCommonPasswords(): Set<string> {
  const common = new Set(keyboardPatterns);
  const addIfValid = (candidate: string) => {
    if (rulePattern.test(candidate)) common.add(candidate);
  };
  for (const word of words) {
    addIfValid(word);
    for (const sign of signs) addIfValid(word + sign);
    for (const run of runs) {
      // Some words already contain a sign: p@ssw0rd1 needs no further one.
      addIfValid(word + run);
      for (const sign of signs) {
        addIfValid(word + sign + run);
        addIfValid(word + run + sign);
      }
    }
    for (const run of leadingRuns) {
      for (const sign of signs) {
        addIfValid(run + word + sign);
        addIfValid(run + sign + word);
      }
    }
  }
  return common;
}
