import type { Status } from '../../citizen-reports/citizen-report';
import type { Language } from './language';
import type { Period } from './period-in-text';

/** Everything that the embedded assistant says, but what it looked up. */
export interface Wording {
  greeting: string;
  thanks: string;
  abilities: string;
  /** What it is, and how more is had: for who greets it or asks, as no citizen can do anything about it. */
  limits: string;
  cannot: string;
  status: Record<Status, string>;
  howToReport: string;
  yesReport: (category: string, days: number) => string;
  categories: string;
  whereAreYou: string;
  whichReport: string;
  noReport: (id: string) => string;
  report: (title: string, status: string, since: string) => string;
  reportedOn: (date: string) => string;
  assignedTo: string;
  notes: string;
  address: string;
  changes: string;
  /** How many reports were found, and of what kind. */
  count: (total: number, what: string) => string;
  list: (total: number, what: string) => string;
  none: (what: string) => string;
  more: (count: number) => string;
  onlyOwn: string;
  figures: (total: number, today: number, week: number) => string;
  periods: Record<Period, string>;
  /** Why a list is not of the time that was asked for. */
  unknownPeriod: string;
  urgent: string;
  open: string;
  done: string;
  near: (place: string, radius: number) => string;
  /** @param total how many mention it */
  named: (place: string, total: number) => string;
  fromDocuments: string;
}

const en: Wording = {
  greeting: 'Hello!',
  thanks: 'You are welcome.',
  abilities: `I can tell you
- what can be reported, and how
- what was reported near a place, by its coordinates or its name
- the status of a report, by its id
- what is open in a category, and how many reports there are`,
  limits:
    'I am a simple assistant without a language model; CHAT_MODEL with OPENAI_BASE_URL or OPENAI_API_KEY connects one.',
  cannot: 'I cannot answer that, as I am only a simple assistant.',
  status: {
    pending: 'pending',
    acknowledged: 'acknowledged',
    in_progress: 'in progress',
    resolved: 'resolved',
    closed: 'closed',
    rejected: 'rejected',
  },
  howToReport:
    "To report something, say what is wrong and where it is, in the city's app. A photo and the address help; the category may be left out.",
  yesReport: (category, days) =>
    `Yes, you can report this: ${category}. The city means to have it done within ${days} days.`,
  categories: 'This can be reported:',
  whereAreYou:
    'I do not know where you are. Tell me the name of a street, or coordinates such as 10.7756, 106.7009.',
  whichReport: 'Which report do you mean? Give me its id.',
  noReport: (id) => `There is no report ${id}.`,
  report: (title, status, since) => `“${title}” is ${status} since ${since}.`,
  reportedOn: (date) => `Reported on ${date}`,
  assignedTo: 'Taken care of by',
  notes: 'Notes',
  address: 'Address',
  changes: 'What happened:',
  count: (total, what) => `${total === 1 ? 'There is one report' : `There are ${total} reports`}${what}.`,
  list: (total, what) => `${total === 1 ? 'One report' : `${total} reports`}${what}:`,
  none: (what) => `I found no reports${what}.`,
  more: (count) => `… and ${count} more.`,
  onlyOwn: 'I looked at your own reports only, as those of others are not listed for you.',
  figures: (total, today, week) =>
    `There are ${total} reports in all, ${today} from today and ${week} from this week.`,
  periods: {
    today: ' from today',
    yesterday: ' from yesterday',
    thisWeek: ' from this week',
    lastWeek: ' from last week',
    thisMonth: ' from this month',
    lastMonth: ' from last month',
  },
  unknownPeriod:
    'This is of all time: I can tell apart only today and yesterday, this and last week, this and last month.',
  urgent: 'high or critical priority',
  open: 'open',
  done: 'done',
  near: (place, radius) => ` within ${radius} m of ${place}`,
  named: (place, total) => ` that ${total === 1 ? 'mentions' : 'mention'} “${place}”`,
  fromDocuments: "I found this in the city's documents:",
};

const vi: Wording = {
  greeting: 'Xin chào!',
  thanks: 'Không có gì ạ.',
  abilities: `Tôi có thể cho bạn biết
- có thể phản ánh những gì và phản ánh như thế nào
- những gì đã được phản ánh gần một nơi, theo tọa độ hoặc tên đường
- tình trạng của một phản ánh, theo mã của nó
- những phản ánh chưa xử lý trong một hạng mục, và có bao nhiêu phản ánh`,
  limits:
    'Tôi là trợ lý đơn giản, không có mô hình ngôn ngữ; CHAT_MODEL cùng OPENAI_BASE_URL hoặc OPENAI_API_KEY kết nối một mô hình.',
  cannot: 'Tôi không trả lời được câu này, vì tôi chỉ là một trợ lý đơn giản.',
  status: {
    pending: 'chờ tiếp nhận',
    acknowledged: 'đã tiếp nhận',
    in_progress: 'đang xử lý',
    resolved: 'đã xử lý',
    closed: 'đã đóng',
    rejected: 'bị từ chối',
  },
  howToReport:
    'Để phản ánh, hãy mô tả sự cố và cho biết vị trí, trong ứng dụng của thành phố. Nên kèm ảnh và địa chỉ; có thể bỏ trống hạng mục.',
  yesReport: (category, days) =>
    `Có, bạn có thể phản ánh việc này: ${category}. Thành phố dự kiến xử lý trong vòng ${days} ngày.`,
  categories: 'Có thể phản ánh:',
  whereAreYou: 'Tôi không biết bạn đang ở đâu. Hãy cho tôi tên đường, hoặc tọa độ như 10.7756, 106.7009.',
  whichReport: 'Bạn hỏi về phản ánh nào? Hãy cho tôi mã của nó.',
  noReport: (id) => `Không có phản ánh ${id}.`,
  report: (title, status, since) => `“${title}” ${status} từ ngày ${since}.`,
  reportedOn: (date) => `Ngày phản ánh: ${date}`,
  assignedTo: 'Đơn vị phụ trách',
  notes: 'Ghi chú',
  address: 'Địa chỉ',
  changes: 'Diễn biến:',
  count: (total, what) => `Có ${total} phản ánh${what}.`,
  list: (total, what) => `${total} phản ánh${what}:`,
  none: (what) => `Tôi không tìm thấy phản ánh nào${what}.`,
  more: (count) => `… và ${count} phản ánh khác.`,
  onlyOwn: 'Tôi chỉ xem các phản ánh của chính bạn, vì phản ánh của người khác không được liệt kê cho bạn.',
  figures: (total, today, week) =>
    `Có tất cả ${total} phản ánh, trong đó hôm nay ${today} và tuần này ${week}.`,
  periods: {
    today: ' trong hôm nay',
    yesterday: ' trong hôm qua',
    thisWeek: ' trong tuần này',
    lastWeek: ' trong tuần trước',
    thisMonth: ' trong tháng này',
    lastMonth: ' trong tháng trước',
  },
  unknownPeriod:
    'Đây là của mọi thời gian: tôi chỉ phân biệt được hôm nay và hôm qua, tuần này và tuần trước, tháng này và tháng trước.',
  urgent: 'ưu tiên cao hoặc khẩn cấp',
  open: 'chưa xử lý xong',
  done: 'đã xử lý xong',
  near: (place, radius) => ` trong vòng ${radius} m quanh ${place}`,
  named: (place) => ` có nhắc đến “${place}”`,
  fromDocuments: 'Tôi tìm thấy điều này trong tài liệu của thành phố:',
};

export const WORDING: Record<Language, Wording> = { en, vi };
