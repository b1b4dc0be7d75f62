# ruff: noqa: E501
"""Names of months in many languages."""

from collections.abc import Mapping
from unicodedata import normalize

from victor.text.regex import regex

# Full names, then abbreviations; one row of twelve names per language or form; "_" separates the
# words of a name.
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
gennaio febbraio marzo aprile maggio giugno luglio agosto sett ott nov dic
enero febrero marzo abril mayo junio julio agosto setiembre octubre noviembre diciembre
janv févr mars avril mai juin juill août sept oct nov déc
januarie februarie maart april mei juni juli augustus september oktober november desember
urtarrilaren otsailaren martxoaren apirilaren maiatzaren ekainaren uztailaren abuztuaren irailaren urriaren azaroaren abenduaren
jan veebr mär apr mai juuni juuli aug sept okt nov dets
janar shkurt mars prill maj qershor korrik gusht shtator tetor nëntor dhjetor
yanvar fevral mart aprel may iyun iyul avqust sentyabr oktyabr noyabr dekabr
yanvar fevral mart aprel may iyun iyul avgust sentabr oktabr noyabr dekabr
januari pebruari maret april mei juni juli agustus september oktober nopember desember
januari februari machi aprili mei juni julai agosti septemba oktoba novemba desemba
enero pebrero marso abril mayo hunyo hulyo agosto setyembre oktubre nobyembre disyembre
tháng_một tháng_hai tháng_ba tháng_tư tháng_năm tháng_sáu tháng_bảy tháng_tám tháng_chín tháng_mười tháng_mười_một tháng_mười_hai
tháng_giêng tháng_hai tháng_ba tháng_tư tháng_năm tháng_sáu tháng_bảy tháng_tám tháng_chín tháng_mười tháng_mười_một tháng_chạp
янв февр мар апр май июн июл авг сент окт нояб дек
tháng_1 tháng_2 tháng_3 tháng_4 tháng_5 tháng_6 tháng_7 tháng_8 tháng_9 tháng_10 tháng_11 tháng_12
tháng_01 tháng_02 tháng_03 tháng_04 tháng_05 tháng_06 tháng_07 tháng_08 tháng_09 tháng_10 tháng_11 tháng_12
thg_1 thg_2 thg_3 thg_4 thg_5 thg_6 thg_7 thg_8 thg_9 thg_10 thg_11 thg_12
январь февраль март апрель май июнь июль август сентябрь октябрь ноябрь декабрь
јануари февруари март април мај јуни јули август септември октомври ноември декември
қаңтар ақпан наурыз сәуір мамыр маусым шілде тамыз қыркүйек қазан қараша желтоқсан
ιανουάριος φεβρουάριος μάρτιος απρίλιος μάιος ιούνιος ιούλιος αύγουστος σεπτέμβριος οκτώβριος νοέμβριος δεκέμβριος
γενάρη φλεβάρη μάρτη απρίλη μάη ιούνη ιούλη αυγούστου σεπτέμβρη οκτώβρη νοέμβρη δεκέμβρη
ιαν φεβ μαρ απρ μαΐ ιουν ιουλ αυγ σεπ οκτ νοε δεκ
ιαν φεβ μαρ απρ μάι ιουν ιουλ αυγ σεπτ οκτ νοεμ δεκ
كانون_الثاني شباط آذار نيسان أيار حزيران تموز آب أيلول تشرين_الأول تشرين_الثاني كانون_الأول
يناير فبراير مارس أبريل ماي يونيو يوليوز غشت شتنبر أكتوبر نونبر دجنبر
يناير فبراير مارس أبريل مايو يونيه يوليه أغسطس سبتمبر أكتوبر نوفمبر ديسمبر
ژانویه فوریه مارس آوریل مه ژوئن ژوئیه اوت سپتامبر اکتبر نوامبر دسامبر
جنوری فبروری مارچ اپریل می جون جولای آگوست سپتمبر اکتوبر نومبر دسمبر
ינו פבר מרס אפר מאי יונ יול אוג ספט אוק נוב דצמ
בינואר בפברואר במרס באפריל במאי ביוני ביולי באוגוסט בספטמבר באוקטובר בנובמבר בדצמבר
ม_ค ก_พ มี_ค เม_ย พ_ค มิ_ย ก_ค ส_ค ก_ย ต_ค พ_ย ธ_ค
जनवरी फरवरी मार्च अप्रैल मई जून जुलाई अगस्त सितम्बर अक्तूबर नवम्बर दिसम्बर
जनवरी फेब्रुअरी मार्च अप्रिल मे जुन जुलाई अगस्ट सेप्टेम्बर अक्टोबर नोभेम्बर डिसेम्बर
जानेवारी फेब्रुवारी मार्च एप्रिल मे जून जुलै ऑगस्ट सप्टेंबर ऑक्टोबर नोव्हेंबर डिसेंबर
জানুয়ারী ফেব্রুয়ারী মার্চ এপ্রিল মে জুন জুলাই অগাস্ট সেপ্টেম্বর অক্টোবর নভেম্বর ডিসেম্বর
জানুয়ারি ফেব্রুয়ারি মার্চ এপ্রিল মে জুন জুলাই অগস্ট সেপ্টেম্বর অক্টোবর নভেম্বর ডিসেম্বর
ਜਨਵਰੀ ਫਰਵਰੀ ਮਾਰਚ ਅਪ੍ਰੈਲ ਮਈ ਜੂਨ ਜੁਲਾਈ ਅਗਸਤ ਸਤੰਬਰ ਅਕਤੂਬਰ ਨਵੰਬਰ ਦਸੰਬਰ
જાન્યુઆરી ફેબ્રુઆરી માર્ચ એપ્રિલ મે જૂન જુલાઈ ઓગસ્ટ સપ્ટેમ્બર ઓક્ટોબર નવેમ્બર ડિસેમ્બર
જાન્યુઆરી ફેબ્રુઆરી માર્ચ એપ્રિલ મે જૂન જુલાઇ ઑગસ્ટ સપ્ટેંબર ઑક્ટોબર નવેંબર ડિસેંબર
ஜனவரி பிப்ரவரி மார்ச் ஏப்ரல் மே ஜூன் ஜூலை ஆகஸ்ட் செப்டம்பர் அக்டோபர் நவம்பர் டிசம்பர்
ஜனவரி பிப்ரவரி மார்ச் ஏப்ரல் மே ஜூன் ஜுலை ஆகஸ்டு செப்டெம்பர் ஒக்டோபர் நவெம்பர் டிசெம்பர்
జనవరి ఫిబ్రవరి మార్చి ఏప్రిల్ మే జూన్ జులై ఆగస్టు సెప్టెంబర్ అక్టోబర్ నవంబర్ డిసెంబర్
జనవరి ఫిబ్రవరి మార్చ్ ఏప్రిల్ మే జూన్ జూలై ఆగస్ట్ సెప్టెంబరు అక్టోబరు నవంబరు డిసెంబరు
ಜನವರಿ ಫೆಬ್ರವರಿ ಮಾರ್ಚ್ ಏಪ್ರಿಲ್ ಮೇ ಜೂನ್ ಜುಲೈ ಆಗಸ್ಟ್ ಸೆಪ್ಟೆಂಬರ್ ಅಕ್ಟೋಬರ್ ನವೆಂಬರ್ ಡಿಸೆಂಬರ್
ಜನವರಿ ಫೆಬ್ರುವರಿ ಮಾರ್ಚ್ ಏಪ್ರಿಲ್ ಮೇ ಜೂನ್ ಜುಲೈ ಆಗಸ್ಟ್ ಸೆಪ್ಟಂಬರ್ ಅಕ್ಟೋಬರ್ ನವಂಬರ್ ಡಿಸಂಬರ್
ജനുവരി ഫെബ്രുവരി മാർച്ച് ഏപ്രിൽ മേയ് ജൂൺ ജൂലൈ ഓഗസ്റ്റ് സെപ്റ്റംബർ ഒക്ടോബർ നവംബർ ഡിസംബർ
ജനുവരി ഫെബ്രുവരി മാർച്ച് ഏപ്രിൽ മെയ് ജൂൺ ജൂലായ് ആഗസ്റ്റ് സെപ്തംബർ ഒക്ടോബർ നവംബർ ഡിസംബർ
ජනවාරි පෙබරවාරි මාර්තු අප්‍රේල් මැයි ජූනි ජූලි අගෝස්තු සැප්තැම්බර් ඔක්තෝබර් නොවැම්බර් දෙසැම්බර්
հունվար փետրվար մարտ ապրիլ մայիս հունիս հուլիս օգոստոս սեպտեմբեր հոկտեմբեր նոյեմբեր դեկտեմբեր
հունվարի փետրվարի մարտի ապրիլի մայիսի հունիսի հուլիսի օգոստոսի սեպտեմբերի հոկտեմբերի նոյեմբերի դեկտեմբերի
იანვარი თებერვალი მარტი აპრილი მაისი ივნისი ივლისი აგვისტო სექტემბერი ოქტომბერი ნოემბერი დეკემბერი
იან თებ მარ აპრ მაი ივნ ივლ აგვ სექ ოქტ ნოე დეკ
ဇန်နဝါရီ ဖေဖော်ဝါရီ မတ် ဧပြီ မေ ဇွန် ဇူလိုင် ဩဂုတ် စက်တင်ဘာ အောက်တိုဘာ နိုဝင်ဘာ ဒီဇင်ဘာ
ဇန်နဝါရီလ ဖေဖော်ဝါရီလ မတ်လ ဧပြီလ မေလ ဇွန်လ ဇူလိုင်လ ဩဂုတ်လ စက်တင်ဘာလ အောက်တိုဘာလ နိုဝင်ဘာလ ဒီဇင်ဘာလ
январ феврал март апрел май июн июл август сентябр октябр ноябр декабр
jannar frar marzu april mejju ġunju lulju awwissu settembru ottubru novembru diċembru
janaayo febraayo maarso abriil maayo juun luulyo ogosto sebtembar oktoobar noofeembar diseembar
januaro februaro marto aprilo majo junio julio aŭgusto septembro oktobro novembro decembro
មករា កុម្ភៈ មីនា មេសា ឧសភា មិថុនា កក្កដា សីហា កញ្ញា តុលា វិច្ឆិកា ធ្នូ
ມັງກອນ ກຸມພາ ມີນາ ເມສາ ພຶດສະພາ ມິຖຸນາ ກໍລະກົດ ສິງຫາ ກັນຍາ ຕຸລາ ພະຈິກ ທັນວາ
ມ_ກ ກ_ພ ມ_ນ ມ_ສ ພ_ພ ມິ_ຖ ກ_ລ ສ_ຫ ກ_ຍ ຕ_ລ ພ_ຈ ທ_ວ
ខែមករា ខែកុម្ភៈ ខែមីនា ខែមេសា ខែឧសភា ខែមិថុនា ខែកក្កដា ខែសីហា ខែកញ្ញា ខែតុលា ខែវិច្ឆិកា ខែធ្នូ
қаңтардың ақпанның наурыздың сәуірдің мамырдың маусымның шілденің тамыздың қыркүйектің қазанның қарашаның желтоқсанның
იანვრის თებერვლის მარტის აპრილის მაისის ივნისის ივლისის აგვისტოს სექტემბრის ოქტომბრის ნოემბრის დეკემბრის
ജനുവരി ഫെബ്രുവരി മാർച്ച് ഏപ്രിൽ മേയ് ജൂൺ ജൂലൈ ഓഗസ്റ്റ് സെപ്റ്റംബർ ഒക്_ടോബർ നവംബർ ഡിസംബർ
בינו בפבר במרץ באפר במאי ביוני ביולי באוג בספט באוק בנוב בדצמ
"""
# Abbreviations and nominatives that are also names of people or words of another language.
_ALSO_WORDS = """
januar februar marec april maj junij julij avgust september oktober november december
januar februar marts april maijs junijs julijs augusts september oktober november december
siječanj veljača ožujak travanj svibanj lipanj srpanj kolovoz rujan listopada studeni prosinac
siječnja veljače ožujka travnja svibnja lipnja srpnja kolovoza rujna listopada studenog prosinca
januara februara marta aprila maja juna jula avgusta septembra oktobra novembra decembra
јануара фебруара марта априла маја јуна јула августа септембра октобра новембра децембра
јан феб мар апр мај јун јул авг сеп окт нов дец
јан фев мар апр мај јун јул авг септ окт ное дек
яну фев мар апр май юни юли авг сеп окт ное дек
ян февр март апр май юни юли авг септ окт ноем дек
styczeń luty marzec kwiecień maj czerwiec lipiec sierpień wrzesień październik listopad grudzień
leden únor březen duben květen červen červenec srpen září říjen listopad prosinec
leden úno bře dub kvě čvn čvc srp zář říj lis prosinec
sausis vasaris kovas balandis gegužė birželis liepa rugpjūtis rugsėjis spalis lapkritis gruodis
saus vas kov bal geg birž liep rugp rugs spal lapkr gruod
tammikuu helmikuu maaliskuu huhtikuu toukokuu kesäkuu heinäkuu elokuu syyskuu lokakuu marraskuu joulukuu
tammi helmi maalis huhti touko kesä heinä elo syys loka marras joulu
jan shk mar pri maj qer korr gush sht tet nën dhj
gen febr març abr maig juny jul ago set oct nov des
januarie februarie maart april mei junie julie augustus september oktober november desember
jan feb mac apr mei jun jul ogo sep okt nov dis
jan feb mar apr mei jun jul agu sep okt nov des
jan feb mar apr mei jun jul agt sep okt nop des
jan feb mar apr mei jun jul ags sep okt nov des
th_1 th_2 th_3 th_4 th_5 th_6 th_7 th_8 th_9 th_10 th_11 th_12
oca şub mar nis may haz tem ağu eyl eki kas ara
січень лютий березень квітень травень червень липень серпень вересень жовтень листопад грудень
січ лют бер кві тра чер лип сер вер жов лис гру
січ лют берез квіт трав черв лип серп верес жовт листоп груд
січ лют бер квіт трав черв лип серп вер жовт лист груд
ionawr chwefror mawrth ebrill mai mehefin gorffennaf awst medi hydref tachwedd rhagfyr
eanáir feabhra márta aibreán bealtaine meitheamh iúil lúnasa meán_fómhair deireadh_fómhair samhain nollaig
janairu faburairu maris afirilu mayu yuni yuli agusta satumba oktoba nuwamba disamba
一月 二月 三月 四月 五月 六月 七月 八月 九月 十月 十一月 十二月
студзень люты сакавік красавік травень чэрвень ліпень жнівень верасень кастрычнік лістапад снежань
сту лют сак кра мая чэр ліп жні вер кас ліс сне
қаң ақп нау сәу мам мау шіл там қыр қаз қар жел
հնվ փտվ մրտ ապր մյս հնս հլս օգս սեպ հոկ նոյ դեկ
जन फ़र मार्च अप्रैल मई जून जुल अग सित अक्तू नव दिस
जन फर मार्च अप्रै मई जून जुला अग सित अक्टू नव दिस
जाने फेब्रु मार्च एप्रि मे जून जुलै ऑग सप्टें ऑक्टो नोव्हें डिसें
জানু ফেব মার্চ এপ্রি মে জুন জুল আগ সেপ অক্টো নভে ডিসে
জান ফেব্রু মার্চ এপ্রি মে জুন জুল আগ সেপ্টে অক্টো নভে ডিসে
જાન્યુ ફેબ્રુ માર્ચ એપ્રિલ મે જૂન જુલાઈ ઑગસ્ટ સપ્ટે ઑક્ટો નવે ડિસે
ਜਨ ਫ਼ਰ ਮਾਰਚ ਅਪ੍ਰੈ ਮਈ ਜੂਨ ਜੁਲਾ ਅਗ ਸਤੰ ਅਕਤੂ ਨਵੰ ਦਸੰ
ஜன பிப் மார் ஏப் மே ஜூன் ஜூலை ஆக செப் அக் நவ டிச
జన ఫిబ్ర మార్చి ఏప్రి మే జూన్ జులై ఆగ సెప్టెం అక్టో నవం డిసెం
ಜನ ಫೆಬ್ರ ಮಾರ್ಚ್ ಏಪ್ರಿ ಮೇ ಜೂನ್ ಜುಲೈ ಆಗ ಸೆಪ್ಟೆಂ ಅಕ್ಟೋ ನವೆಂ ಡಿಸೆಂ
ജനു ഫെബ്രു മാർ ഏപ്രി മേയ് ജൂൺ ജൂലൈ ഓഗ സെപ്റ്റം ഒക്ടോ നവം ഡിസം
jaan veebr mär apr mai juuni juuli aug sept okt nov dets
gen febr març abr maig juny jul ag set oct nov des
xan feb mar abr mai xuñ xul ago set out nov dec
yan fev mar apr may iyn iyl avq sen okt noy dek
ene peb mar abr may hun hul ago set okt nob dis
ion chwef maw ebr mai meh gorff awst medi hyd tach rhag
"""
# The Solar Hijri months in Iran and Afghanistan; the year begins in March.
_SOLAR_ROWS = """
فروردین اردیبهشت خرداد تیر مرداد شهریور مهر آبان آذر دی بهمن اسفند
فروردین اردیبهشت خرداد تیر امرداد شهریور مهر آبان آذر دی بهمن اسپند
حمل ثور جوزا سرطان اسد سنبله میزان عقرب قوس جدی دلو حوت
"""
# Names that are also frequent words: "2 days ago", "Set of 5", "4 out of 5", "4th gen".
_WORDS = "ago gen noi out set sie آب اوت مه می"
# Names that mean another month, or none, in other languages; not "pro", as in "Phone 15 Pro 2024".
_CROATIAN_ROWS = """
sij velj ožu tra svi lip srp kol ruj lis stu
sij vel ožu tra svi lip srp kol ruj listopad stu
sij vel ožu tra svi lip srp kol ruj listopada stu
"""
_SHORT = 4  # letters of names that may be other words without accents: paź, paz
_ACCENTS = regex(
    r"[\u0300-\u0326\u0328-\u036f\u064b-\u0655\u0640\u0670\u093c\u09bc\u0a3c\u0abc\u200d]"
)
# Letters with several code points, and the mark between a name and "month" in Persian.
_LETTERS = str.maketrans(
    {
        "ی": "ي", "ى": "ي", "ک": "ك", "ہ": "ه", "ı": "i", "\u200c": " ",
        "ൺ": "ണ്", "ൻ": "ന്", "ർ": "ര്", "ൽ": "ല്", "ൾ": "ള്",
    }
)  # fmt: skip


def folded(text: str) -> str:
    """Lowercase a text and remove its accents, which writers often omit."""
    text = text.lower()
    if text.isascii():
        return text
    return _ACCENTS.sub("", normalize("NFD", text)).translate(_LETTERS)


def _table(rows: str) -> Mapping[str, int]:
    """The number of each month name, 1 to 12; the first row with a name decides."""
    names = [normalize("NFKC", row).lower().split() for row in rows.strip().split("\n")]
    return {name: number for row in names[::-1] for number, name in enumerate(row, 1)}


def _folded(names: Mapping[str, int]) -> Mapping[str, int]:
    return {folded(name): number for name, number in names.items()}


MONTHS = _table(_ROWS)
_CLEAR = _folded(MONTHS)
_FOLDED = {**_folded(_table(_ALSO_WORDS)), **_CLEAR}
_AVGUST = {"avg": 8}
_CROATIAN = _folded(_table(_CROATIAN_ROWS))
_OF_LANGUAGE = {
    "hr": _CROATIAN,
    "bs": {**_CROATIAN, **_AVGUST},
    **dict.fromkeys(("sl", "sr", "uz"), _AVGUST),
}
# Folded names that mean a month only right next to a day and a year.
AMBIGUOUS = frozenset(
    name
    for name in _FOLDED
    if name not in _CLEAR or (name.isascii() and name not in MONTHS and len(name) <= _SHORT)
).union(map(folded, _WORDS.split()), {*_CROATIAN, *_AVGUST} - {*_FOLDED})
SOLAR_MONTHS = _folded(_table(_SOLAR_ROWS))
FIRST_WORDS = frozenset(name.partition("_")[0] for name in _FOLDED if "_" in name)
# With what the names of all languages begin; nearly no other word does.
FIRST_PIECES = FIRST_WORDS.union(_FOLDED, SOLAR_MONTHS, _CROATIAN, _AVGUST)


def month_of(name: str, language: str | None = None) -> int:
    """The number of a month, 1 to 12; 0 for other words.

    Args:
        name: folded.
        language: BCP 47; the Croatian name of October means November in other Slavic languages,
            and short names such as ``tra`` and ``avg`` are read only in theirs.
    """
    own = _OF_LANGUAGE.get((language or "")[:2].lower())
    return (own and own.get(name)) or _FOLDED.get(name, 0)
