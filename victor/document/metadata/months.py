# ruff: noqa: E501
"""Names of months in many languages."""

from collections.abc import Mapping
from unicodedata import normalize

# Full names, then abbreviations; a row for each language or form of a word, twelve words each.
_ROWS = """
january february march april may june july august september october november december
jan feb mar apr may jun jul aug sept oct nov dec
jan febr mrt apr may june july aug sep oct nov dec
januar februar märz april mai juni juli august september oktober november dezember
jänner feber mrz apr mai jun jul aug sep okt nov dez
janvier février mars avril mai juin juillet août septembre octobre novembre décembre
janv févr mars avr mai juin juil aout sept oct nov déc
enero febrero marzo abril mayo junio julio agosto septiembre octubre noviembre diciembre
ene feb mar abr may jun jul ago set oct nov dic
janeiro fevereiro março abril maio junho julho agosto setembro outubro novembro dezembro
jan fev mar abr mai jun jul ago set out nov dez
gennaio febbraio marzo aprile maggio giugno luglio agosto settembre ottobre novembre dicembre
gen feb mar apr mag giu lug ago set ott nov dic
januari februari maart april mei juni juli augustus september oktober november december
januari februari mars april maj juni juli augusti september oktober november december
januar februar marts april maj juni juli august september oktober november december
januar februar mars april mai juni juli august september oktober november desember
janúar febrúar mars apríl maí júní júlí ágúst september október nóvember desember
tammikuuta helmikuuta maaliskuuta huhtikuuta toukokuuta kesäkuuta heinäkuuta elokuuta syyskuuta lokakuuta marraskuuta joulukuuta
jaanuar veebruar märts aprill mai juuni juuli august september oktoober november detsember
janvāris februāris marts aprīlis maijs jūnijs jūlijs augusts septembris oktobris novembris decembris
janvārī februārī martā aprīlī maijā jūnijā jūlijā augustā septembrī oktobrī novembrī decembrī
sausio vasario kovo balandžio gegužės birželio liepos rugpjūčio rugsėjo spalio lapkričio gruodžio
stycznia lutego marca kwietnia maja czerwca lipca sierpnia września października listopada grudnia
sty lut mar kwi maj cze lip sie wrz paź lis gru
ledna února března dubna května června července srpna září října listopadu prosince
januára februára marca apríla mája júna júla augusta septembra októbra novembra decembra
január február március április május június július augusztus szeptember október november december
jan febr márc ápr máj jún júl aug szept okt nov dec
januarja februarja marca aprila maja junija julija avgusta septembra oktobra novembra decembra
siječnja veljače ožujka travnja svibnja lipnja srpnja kolovoza rujna listopada studenoga prosinca
januar februar mart april maj jun jul avgust septembar oktobar novembar decembar
јануар фебруар март април мај јун јул август септембар октобар новембар децембар
ianuarie februarie martie aprilie mai iunie iulie august septembrie octombrie noiembrie decembrie
ian feb mar apr mai iun iul aug sep oct noi dec
gener febrer març abril maig juny juliol agost setembre octubre novembre desembre
xaneiro febreiro marzo abril maio xuño xullo agosto setembro outubro novembro decembro
urtarrila otsaila martxoa apirila maiatza ekaina uztaila abuztua iraila urria azaroa abendua
января февраля марта апреля мая июня июля августа сентября октября ноября декабря
янв фев мар апр май июн июл авг сен окт ноя дек
січня лютого березня квітня травня червня липня серпня вересня жовтня листопада грудня
студзеня лютага сакавіка красавіка мая чэрвеня ліпеня жніўня верасня кастрычніка лістапада снежня
януари февруари март април май юни юли август септември октомври ноември декември
ιανουαρίου φεβρουαρίου μαρτίου απριλίου μαΐου ιουνίου ιουλίου αυγούστου σεπτεμβρίου οκτωβρίου νοεμβρίου δεκεμβρίου
ocak şubat mart nisan mayıs haziran temmuz ağustos eylül ekim kasım aralık
januari februari maret april mei juni juli agustus september oktober november desember
januari februari mac april mei jun julai ogos september oktober november disember
يناير فبراير مارس أبريل مايو يونيو يوليو أغسطس سبتمبر أكتوبر نوفمبر ديسمبر
جانفي فيفري مارس أفريل ماي جوان جويلية أوت سبتمبر أكتوبر نوفمبر ديسمبر
جنوری فروری مارچ اپریل مئی جون جولائی اگست ستمبر اکتوبر نومبر دسمبر
ינואר פברואר מרץ אפריל מאי יוני יולי אוגוסט ספטמבר אוקטובר נובמבר דצמבר
בינואר בפברואר במרץ באפריל במאי ביוני ביולי באוגוסט בספטמבר באוקטובר בנובמבר בדצמבר
มกราคม กุมภาพันธ์ มีนาคม เมษายน พฤษภาคม มิถุนายน กรกฎาคม สิงหาคม กันยายน ตุลาคม พฤศจิกายน ธันวาคม
जनवरी फरवरी मार्च अप्रैल मई जून जुलाई अगस्त सितंबर अक्टूबर नवंबर दिसंबर
জানুয়ারি ফেব্রুয়ারি মার্চ এপ্রিল মে জুন জুলাই আগস্ট সেপ্টেম্বর অক্টোবর নভেম্বর ডিসেম্বর
"""
_NAMES = [normalize("NFKC", row).lower().split() for row in _ROWS.strip().split("\n")]
MONTHS: Mapping[str, int] = {name: number for row in _NAMES for number, name in enumerate(row, 1)}
