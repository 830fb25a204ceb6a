import { loadTaxonomy } from '../../classification/taxonomy/load-taxonomy';
import { CategoryWords } from './category-words';
import { languageOf } from './language';
import { DONE, type Intent, OPEN, understand, URGENT } from './understand';

const WORDS = new CategoryWords(loadTaxonomy());
const URN = 'urn:ngsi-ld:CitizenReport:019a6a5e-7c1d-7d0c-9a41-9d8f1c1b0e55';

/** What is expected of reports; everything else is as in a message that says nothing of it. */
const reports = (intent: object = {}) => ({
  kind: 'reports',
  categories: [],
  statuses: [],
  priorities: [],
  place: {},
  counts: false,
  certain: true,
  ...intent,
});
const named = (name: string) => ({ place: { name } });
const at = (longitude: number, latitude: number, radius?: number) => ({
  place: { position: { longitude, latitude }, radius },
});
const about = (...categories: string[]) => ({ categories });
const howTo = (...categories: string[]) => ({ kind: 'how-to-report', categories });
const status = (which: object = {}) => ({ kind: 'status', ...which });

const UTTERANCES: [language: 'en' | 'vi', message: string, intent: object][] = [
  // What can be reported, and how
  ['en', 'What can I report?', howTo()],
  ['en', 'WHAT CAN I REPORT HERE', howTo()],
  ['en', 'how do i report a pothole?', howTo('road_damage')],
  ['en', 'How to report a broken street light', howTo('streetlight')],
  ['en', 'I want to report a fallen tree', howTo('trees_parks')],
  ['en', 'Can I report noise?', howTo('noise')],
  ['en', 'Which categories are there?', howTo()],
  ['en', 'where can I report graffiti', howTo('graffiti')],
  ['vi', 'Tôi có thể báo cáo những gì?', howTo()],
  ['vi', 'toi co the bao cao nhung gi', howTo()],
  ['vi', 'Báo cáo ổ gà như thế nào?', howTo('road_damage')],
  ['vi', 'Làm sao để phản ánh đèn đường hỏng?', howTo('streetlight')],
  ['vi', 'CÁCH GỬI PHẢN ÁNH', howTo()],
  ['vi', 'có những loại sự cố nào', howTo()],
  ['vi', 'tôi muốn phản ánh rác', howTo('waste')],

  // Near a place
  ['en', 'What was reported near Lê Lợi?', reports(named('Lê Lợi'))],
  ['en', 'what was reported near le loi street', reports(named('le loi'))],
  ['en', 'Any problems around Pasteur Street?', reports(named('Pasteur'))],
  ['en', 'potholes near Nguyễn Huệ', reports({ ...about('road_damage'), ...named('Nguyễn Huệ') })],
  [
    'en',
    'Are there flooded streets in Quận 1?',
    reports({ ...about('drainage_flooding'), ...named('Quận 1') }),
  ],
  ['en', 'Reports within 500 m of 10.7756, 106.7009', reports(at(106.7009, 10.7756, 500))],
  ['en', 'what is near 106.7009,10.7756?', reports(at(106.7009, 10.7756))],
  ['en', 'issues within 2 km of 10.7756 106.7009', reports(at(106.7009, 10.7756, 2000))],
  ['en', 'What is broken near me?', reports({ place: { here: true } })],
  ['en', 'rubbish at the corner of Pasteur', reports({ ...about('waste'), ...named('Pasteur') })],
  ['vi', 'Gần đường Lê Lợi có sự cố gì?', reports(named('Lê Lợi'))],
  ['vi', 'gan duong le loi co su co gi', reports(named('le loi'))],
  ['vi', 'Ở Quận 1 có ổ gà nào không?', reports({ ...about('road_damage'), ...named('Quận 1') })],
  ['vi', 'đèn đường hỏng ở Nguyễn Huệ', reports({ ...about('streetlight'), ...named('Nguyễn Huệ') })],
  ['vi', 'den duong hong o nguyen hue', reports({ ...about('streetlight'), ...named('nguyen hue') })],
  ['vi', 'Xung quanh 10.7756, 106.7009 có gì?', reports(at(106.7009, 10.7756))],
  ['vi', 'Trong vòng 1km quanh 10.7756,106.7009 có phản ánh nào?', reports(at(106.7009, 10.7756, 1000))],
  ['vi', 'Gần nhà tôi có gì hỏng không?', reports({ place: { here: true } })],
  ['vi', 'Đường Pasteur bị ngập', reports({ ...about('drainage_flooding'), ...named('Pasteur') })],

  ['vi', 'Phản ánh ở trạng thái nào nhiều nhất?', reports({ certain: false })],
  ['vi', 'phản ánh ở trạng thái chờ xử lý', reports({ statuses: ['pending'] })],
  ['vi', 'Có ổ gà nào ở ngã tư không?', reports(about('road_damage'))],
  ['vi', 'Có ổ gà nào ở ngã tư Hàng Xanh?', reports({ ...about('road_damage'), ...named('Hàng Xanh') })],

  // The status of one report
  ['en', 'status of report sample-013', status({ id: 'urn:ngsi-ld:CitizenReport:sample-013' })],
  ['vi', 'Phản ánh sample-013 đến đâu rồi?', status({ id: 'urn:ngsi-ld:CitizenReport:sample-013' })],
  ['en', 'Why was my report rejected?', status()],
  ['en', 'Why was my pothole report rejected?', status()],
  ['vi', 'Tại sao phản ánh của tôi bị từ chối?', status()],
  ['en', `What is the status of ${URN}?`, status({ id: URN })],
  ['en', URN, status({ id: URN })],
  ['en', 'What is its status?', status()],
  ['en', 'has it been fixed yet?', status()],
  ['en', 'What happened to my report?', status()],
  ['en', 'any update on that report', status()],
  ['en', 'tell me more about the second one', status({ ordinal: 1 })],
  ['en', 'the first one', status({ ordinal: 0 })],
  ['vi', `Tình trạng của báo cáo ${URN} thế nào?`, status({ id: URN })],
  ['vi', 'Nó đã được xử lý chưa?', status()],
  ['vi', 'tinh trang bao cao do the nao roi', status()],
  ['vi', 'Phản ánh của tôi đến đâu rồi?', status()],
  ['vi', 'tiến độ?', status()],
  ['vi', 'chi tiết cái thứ hai', status({ ordinal: 1 })],

  // What is open in a category
  ['en', 'Which potholes are open?', reports({ ...about('road_damage'), statuses: OPEN })],
  ['en', 'show me open street light reports', reports({ ...about('streetlight'), statuses: OPEN })],
  ['en', 'Is there any graffiti that was not fixed', reports({ ...about('graffiti'), statuses: OPEN })],
  ['en', 'pending waste reports', reports({ ...about('waste'), statuses: ['pending'] })],
  ['en', 'which trees are in progress', reports({ ...about('trees_parks'), statuses: ['in_progress'] })],
  ['en', 'List resolved noise complaints', reports({ ...about('noise'), statuses: DONE })],
  ['vi', 'Đèn đường nào chưa sửa?', reports({ ...about('streetlight'), statuses: OPEN })],
  ['vi', 'den duong nao chua sua', reports({ ...about('streetlight'), statuses: OPEN })],
  ['vi', 'Những ổ gà chưa được xử lý', reports({ ...about('road_damage'), statuses: OPEN })],
  ['vi', 'phản ánh về rác đang xử lý', reports({ ...about('waste'), statuses: ['in_progress'] })],
  ['vi', 'ngập nước nào đã xử lý', reports({ ...about('drainage_flooding'), statuses: DONE })],
  ['vi', 'liệt kê báo cáo bị từ chối', reports({ statuses: ['rejected'] })],

  // How many
  ['en', 'How many reports are there?', reports({ counts: true })],
  ['en', 'how many potholes are open', reports({ ...about('road_damage'), statuses: OPEN, counts: true })],
  ['en', 'Number of reports today', reports({ period: 'today', counts: true })],
  [
    'en',
    'how many street lights in Quận 3 this week',
    reports({ ...about('streetlight'), ...named('Quận 3'), period: 'thisWeek', counts: true }),
  ],
  ['vi', 'Có bao nhiêu báo cáo?', reports({ counts: true })],
  ['vi', 'co bao nhieu o ga chua sua', reports({ ...about('road_damage'), statuses: OPEN, counts: true })],
  ['vi', 'Hôm nay có mấy phản ánh?', reports({ period: 'today', counts: true })],
  ['vi', 'quận 1 có bao nhiêu ổ gà', reports({ ...about('road_damage'), ...named('quận 1'), counts: true })],

  // When
  [
    'en',
    'How many street lights were fixed last month?',
    reports({ ...about('streetlight'), statuses: DONE, period: 'lastMonth', counts: true }),
  ],
  ['en', 'What happened last week?', reports({ period: 'lastWeek' })],
  ['en', 'problems near Lê Lợi yesterday', reports({ ...named('Lê Lợi'), period: 'yesterday' })],
  [
    'en',
    'potholes in Quận 1 last month',
    reports({ ...about('road_damage'), ...named('Quận 1'), period: 'lastMonth' }),
  ],
  [
    'vi',
    'ổ gà ở Quận 1 hôm qua',
    reports({ ...about('road_damage'), ...named('Quận 1'), period: 'yesterday' }),
  ],
  ['en', 'reports from yesterday', reports({ period: 'yesterday' })],
  ['en', 'Show potholes of last week', reports({ ...about('road_damage'), period: 'lastWeek' })],
  ['en', 'How many reports in the last 3 years?', reports({ period: 'unknown', counts: true })],
  ['en', 'potholes reported in October', reports({ ...about('road_damage'), period: 'unknown' })],
  ['vi', 'Tháng trước có bao nhiêu phản ánh?', reports({ period: 'lastMonth', counts: true })],
  ['vi', 'Hôm qua có mấy phản ánh?', reports({ period: 'yesterday', counts: true })],
  [
    'vi',
    'tuần trước có bao nhiêu ổ gà',
    reports({ ...about('road_damage'), period: 'lastWeek', counts: true }),
  ],
  ['vi', 'Năm ngoái có bao nhiêu báo cáo?', reports({ period: 'unknown', counts: true })],

  // How urgent
  ['en', 'Show urgent reports', reports({ priorities: URGENT })],
  ['vi', 'phản ánh nào khẩn cấp nhất?', reports({ priorities: URGENT })],

  // The latest
  ['en', 'show me the latest reports', reports()],
  ['vi', 'Gần đây có sự cố gì mới không?', reports()],

  // About a category or reporting, perhaps in the documents
  ['en', 'How do I follow up my report?', reports({ certain: false })],
  ['vi', 'Làm sao theo dõi phản ánh của tôi?', reports({ certain: false })],
  ['en', 'When is bulky waste collected?', reports({ ...about('waste'), certain: false })],
  ['vi', 'lịch thu gom rác', reports({ ...about('waste'), certain: false })],

  // Everything else
  ['en', 'Hello!', { kind: 'greeting' }],
  ['vi', 'Xin chào', { kind: 'greeting' }],
  ['en', 'thank you very much', { kind: 'thanks' }],
  ['vi', 'Cảm ơn bạn', { kind: 'thanks' }],
  ['en', 'What can you do?', { kind: 'help' }],
  ['vi', 'Bạn là ai?', { kind: 'help' }],
  ['en', 'What are your opening hours?', { kind: 'other' }],
  ['en', 'Tell me a joke', { kind: 'other' }],
  ['vi', 'Thời tiết mai ra sao', { kind: 'other' }],
  ['vi', 'Thời tiết ngày mai thế nào?', { kind: 'other' }],
  ['en', 'Can I upload photos?', { kind: 'other' }],
  ['en', 'What do I do in an emergency?', { kind: 'other' }],
];

const plain = (intent: Intent): object => JSON.parse(JSON.stringify(intent)) as object;

describe('the embedded assistant', () => {
  it.each(UTTERANCES)('understands %s: %s', (_language, message, intent) => {
    expect(plain(understand(message, WORDS))).toEqual(JSON.parse(JSON.stringify(intent)));
  });

  it.each(UTTERANCES.filter(([, message]) => message !== URN))('takes for %s: %s', (language, message) => {
    expect(languageOf(message)).toBe(language);
  });

  it('takes hostile texts in its stride', () => {
    for (const piece of ['a ', 'near ', '1.11,', 'urn:a:', 'bao cao ', 'gần ', '\n', '🚦', 'how do i ']) {
      expect(understand(piece.repeat(8000 / piece.length), WORDS).kind).toBeDefined();
    }
  });
});
