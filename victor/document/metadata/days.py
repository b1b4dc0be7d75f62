# ruff: noqa: E501
"""Names of the days of the week in many languages."""

# Without joiners within a name, as in Persian.
_ROWS = """
mon tue wed thu fri sat sun monday tuesday wednesday thursday friday saturday sunday
dienstag mittwoch donnerstag samstag sonnabend lundi mardi mercredi jeudi vendredi samedi dimanche
lunes martes miércoles jueves viernes sábado segunda-feira terça-feira quarta-feira quinta-feira sexta-feira
lunedì martedì mercoledì giovedì venerdì dilluns dimarts dimecres dijous divendres dissabte diumenge
maandag dinsdag woensdag donderdag vrijdag zaterdag zondag måndag tisdag onsdag torsdag fredag lördag söndag
mandag tirsdag lørdag søndag mánudagur þriðjudagur miðvikudagur fimmtudagur föstudagur laugardagur sunnudagur
maanantai tiistai keskiviikko torstai perjantai lauantai sunnuntai
maanantaina tiistaina keskiviikkona torstaina perjantaina lauantaina sunnuntaina
esmaspäev teisipäev kolmapäev neljapäev reede laupäev pühapäev
pirmdiena otrdiena trešdiena ceturtdiena piektdiena sestdiena svētdiena
pirmadienis antradienis trečiadienis ketvirtadienis penktadienis šeštadienis sekmadienis
poniedziałek wtorek czwartek pondělí úterý čtvrtek pondelok utorok štvrtok
ponedjeljak ponedeljak ponedeljek utorak torek srijeda četvrtak četrtek понедељак уторак четвртак
понедельник вторник четверг пятница воскресенье понеділок вівторок четвер понеделник четвъртък
luni marți marţi miercuri joi vineri sâmbătă duminică hétfő csütörtök
δευτέρα τρίτη τετάρτη πέμπτη παρασκευή σάββατο κυριακή
pazartesi salı çarşamba perşembe cumartesi çərşənbə dushanba seshanba chorshanba payshanba yakshanba
дүйсенбі сейсенбі сәрсенбі бейсенбі сенбі жексенбі
الاثنين الإثنين الثلاثاء الأربعاء الاربعاء الأحد
شنبه یکشنبه دوشنبه سهشنبه چهارشنبه پنجشنبه جمعه
सोमवार मंगलवार बुधवार गुरुवार बृहस्पतिवार शुक्रवार शनिवार रविवार मंगळवार आइतबार सोमबार मङ्गलबार बुधबार बिहीबार शुक्रबार शनिबार
সোমবার মঙ্গলবার বুধবার বৃহস্পতিবার শুক্রবার শনিবার রবিবার
senin selasa rabu kamis jumat jum'at sabtu isnin miyerkules huwebes biyernes linggo
dydd llun mawrth mercher iau gwener sadwrn sul dé luain máirt céadaoin déardaoin aoine sathairn
jumatatu jumanne jumatano alhamisi ijumaa jumamosi jumapili
"""
# Names that are also those of people.
_ALSO_NAMES = """
montag freitag sonntag domingo sabato domenica poniedziałek środa piątek sobota niedziela středa
pátek neděle streda piatok nedeľa sreda petak subota nedelja среда суббота середа субота неділя
сряда петък събота неделя kedd szerda péntek szombat vasárnap cuma pazar minggu ahad khamis jumaat
sabado الخميس الجمعة السبت پیر منگل بدھ جمعرات جمعہ ہفتہ اتوار
วันจันทร์ วันอังคาร วันพุธ วันพฤหัสบดี วันศุกร์ วันเสาร์ วันอาทิตย์
திங்கள் செவ்வாய் புதன் வியாழன் வெள்ளி சனி ஞாயிறு
"""
CLEAR_DAYS = frozenset(_ROWS.split())
DAYS = CLEAR_DAYS.union(_ALSO_NAMES.split())
