/** Reports as citizens of Ho Chi Minh City may write them. */
export const STREETLIGHT = {
  title: 'Đèn đường hỏng',
  description: 'Đèn đường trước cổng trường không sáng ba hôm nay, buổi tối rất nguy hiểm.',
  category: 'streetlight',
  reportedBy: 'Nguyễn Thị Mai',
  address: '12 Nguyễn Huệ, Quận 1, Thành phố Hồ Chí Minh',
  images: ['https://images.example.org/2026/11/streetlight-15.jpg'],
  location: { type: 'Point', coordinates: [106.7009, 10.7756] },
};

export const POTHOLE = {
  title: 'Pothole in the bus lane',
  description:
    'A pothole as wide as a bicycle wheel, 100% filled with water when it rains; two riders fell this week.',
  category: 'road_damage',
  reportedBy: 'Daniel Reed',
  address: '87 Lê Lợi, District 1',
  location: { type: 'Point', coordinates: [106.6986, 10.7731] },
};

/** What is required, and nothing else. */
export const LEAST = {
  description: 'Rác chất đống ở góc hẻm, chưa ai dọn.',
  location: { type: 'Point', coordinates: [106.66, 10.76] },
};
